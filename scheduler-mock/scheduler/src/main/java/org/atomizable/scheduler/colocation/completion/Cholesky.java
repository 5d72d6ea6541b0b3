package org.atomizable.scheduler.colocation.completion;

/** A symmetric positive definite matrix as the product of a lower triangle and its transpose. */
final class Cholesky {

    private final double[][] lower;

    /**
     * Decomposes a matrix, of which only the lower triangle is read. It is changed.
     *
     * @throws ArithmeticException if it is not positive definite
     */
    Cholesky(double[][] matrix) {
        for (int i = 0; i < matrix.length; i++) {
            double[] row = matrix[i];
            for (int j = 0; j <= i; j++) {
                double sum = row[j] - dot(row, matrix[j], j);
                if (j < i) {
                    row[j] = sum / matrix[j][j];
                } else if (sum > 0) {
                    row[i] = Math.sqrt(sum);
                } else {
                    throw new ArithmeticException("the matrix is not positive definite in row " + i);
                }
            }
        }
        this.lower = matrix;
    }

    /** Returns x of (L Lᵀ) x = b. */
    double[] solve(double[] b) {
        double[] x = half(b);
        for (int i = x.length - 1; i >= 0; i--) {
            x[i] /= lower[i][i];
            for (int j = 0; j < i; j++) {
                x[j] -= lower[i][j] * x[i];
            }
        }
        return x;
    }

    /** Returns x of L x = b. */
    double[] half(double[] b) {
        double[] x = b.clone();
        for (int i = 0; i < x.length; i++) {
            x[i] = (x[i] - dot(lower[i], x, i)) / lower[i][i];
        }
        return x;
    }

    /** Returns the scalar product of the first values of two vectors. */
    static double dot(double[] a, double[] b, int length) {
        double sum = 0;
        for (int i = 0; i < length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
