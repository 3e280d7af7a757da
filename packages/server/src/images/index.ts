export { storeImage } from './store.ts'
