// Empty until its first type.
