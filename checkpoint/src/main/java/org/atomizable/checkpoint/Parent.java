package org.atomizable.checkpoint;

import org.atomizable.checkpoint.manifest.CheckpointName;
import org.atomizable.checkpoint.manifest.Manifest;

/** A checkpoint that this process wrote or verified, whose shards the next may share. */
record Parent(CheckpointName name, Manifest manifest) {}
