export { askStripe } from './stripe.ts'
