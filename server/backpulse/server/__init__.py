"""The playground's server and the command `backpulse`: HTTP, the live channel, and the processes that compute."""
