export { findSiteReviews, insertSiteReviews, reviewText } from './site-reviews.ts'
