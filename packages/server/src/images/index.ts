export { createSizes } from './sizes.ts'
export { storeImage } from './store.ts'
