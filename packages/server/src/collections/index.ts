export {
  activeCollections,
  activeWith,
  collectionsWith,
  countCollectionsWith,
  holdCollections,
  listShownCollections,
  offered,
  setDocument,
} from './items.ts'
export { collectionsShowing, countPlacesOf, namePlacesOf, removePlacesOf } from './rows.ts'
