export { activeCollections, holdCollections, listShownCollections } from './found.ts'
export { countPlacesOf, removePlacesOf } from './leaving.ts'
