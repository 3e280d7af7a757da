export { countPlacesOf, removePlacesOf } from './leaving.ts'
