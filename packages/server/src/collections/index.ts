export { activeWith, collectionsWith, countCollectionsWith, setDocument } from './documents.ts'
export { activeCollections, holdCollections, listShownCollections } from './found.ts'
export { offered } from './items.ts'
export { collectionsShowing, countPlacesOf, namePlacesOf, removePlacesOf } from './leaving.ts'
