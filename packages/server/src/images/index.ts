export { createIsIntact, createSizes } from './sizes.ts'
export {
  checkPictures,
  keepImages,
  keepPictures,
  lockImage,
  type PictureField,
  storeImage,
  toPictures,
} from './stored.ts'
