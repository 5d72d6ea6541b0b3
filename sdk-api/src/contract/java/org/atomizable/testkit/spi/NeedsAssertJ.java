package org.atomizable.testkit.spi;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Says which library is missing, before a contract fails because of it. */
final class NeedsAssertJ implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        require();
    }

    static void require() {
        try {
            Class.forName("org.assertj.core.api.Assertions", false, NeedsAssertJ.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new ExtensionConfigurationException(
                    "the contracts of org.atomizable.testkit.spi need org.assertj:assertj-core; add it in test scope", e);
        }
    }
}
