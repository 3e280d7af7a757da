export { openFeed } from './feed.ts'
