export { default as PublishingReview, type PublishingReviewProps } from './publishing-review.tsx'
