declare const __KINORA_VERSION__: string

/** The Markdown of `help/`, read while the portal is built (help-pages.ts). */
declare module 'virtual:kinora-help' {
  const pages: import('@kinora/react').HelpPage[]
  export default pages
}
