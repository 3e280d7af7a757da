export {
  activeCollections,
  activeWith,
  collectionsWith,
  countCollectionsWith,
  listShownCollections,
  lockCollections,
  offered,
  setDocument,
} from './items.ts'
export { collectionRows, collectionsShowing, countPlacesOf, namePlacesOf, removePlacesOf } from './rows.ts'
