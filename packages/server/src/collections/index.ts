export { collectionsWith, countCollectionsWith, setDocument } from './documents.ts'
export { activeCollections, holdCollections, listShownCollections } from './found.ts'
export { offered } from './items.ts'
export { countPlacesOf, removePlacesOf } from './leaving.ts'
