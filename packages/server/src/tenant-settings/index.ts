export { askStripe, readSiteParts } from './parts.ts'
