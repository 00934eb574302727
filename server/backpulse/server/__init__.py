"""The playground's server and the command `backpulse`: HTTP, the live channel, processes that compute."""
