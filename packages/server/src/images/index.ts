export { createIsIntact, createResizer } from './resize.ts'
export {
  checkPictures,
  lockImage,
  type PictureField,
  retainImages,
  retainPictures,
  storeImage,
  toPictures,
} from './stored.ts'
