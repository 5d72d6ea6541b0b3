package org.atomizable.checkpoint;

import org.atomizable.checkpoint.manifest.CheckpointName;
import org.atomizable.checkpoint.manifest.Manifest;

/** A checkpoint that this process wrote or verified. The next checkpoint may share its shards. */
record Parent(CheckpointName name, Manifest manifest) {}
