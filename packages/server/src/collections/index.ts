export { holdCollections } from './found.ts'
export { countPlacesOf, removePlacesOf } from './leaving.ts'
