"""The service: all that clients can ask for. Only this code combines rooms and storage."""
