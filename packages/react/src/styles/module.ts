/** What TypeScript finds behind `styles.css` and `digest-worker` of `@kinora/react`: nothing to import, as it is there for its effect alone. */
export {}
