/** What TypeScript finds behind `@kinora/react/styles.css`: nothing to import, as it is there for its effect alone. */
export {}
