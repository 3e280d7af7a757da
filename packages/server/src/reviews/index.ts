export { findSiteReviews, insertSiteReviews, reviewText } from './rows.ts'
