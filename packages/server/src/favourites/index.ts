export { countFavouritesOf, favouritesAmong, removeFavouritesOf } from './rows.ts'
