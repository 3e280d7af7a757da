export { collectionsShowing, countPlacesOf, namePlacesOf, removePlacesOf } from './leaving.ts'
