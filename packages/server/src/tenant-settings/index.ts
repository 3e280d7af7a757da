export { askStripe } from './parts.ts'
