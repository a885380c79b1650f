# Debian packages that packaging/install-swift needs.
ca-certificates        # who swift.org is
curl                   # fetches the toolchain
gnupg                  # whether its makers have signed it
