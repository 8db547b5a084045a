"""What lies beside the scene: gallery, projects, searches and exports."""
