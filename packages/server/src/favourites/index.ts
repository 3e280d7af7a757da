export { countFavouritesOf, removeFavouritesOf } from './leaving.ts'
export { favouritesAmong } from './rows.ts'
