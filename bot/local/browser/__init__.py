"""The page's server: what a person sees of the world, and what they do there."""
