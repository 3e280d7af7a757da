export { keepImages, lockImage } from './kept.ts'
export { createIsIntact, createSizes } from './sizes.ts'
export { storeImage } from './store.ts'
export { checkPictures, keepPictures, type PictureField, toPictures } from './stored.ts'
