# The reader is in the repository.
mkdir -p examples/python
cp "$HOME_OF_PROJECT"/examples/python/*.py examples/python
