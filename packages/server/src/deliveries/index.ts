export { hostedLink, openOriginal } from './links.ts'
export { startDeliveryJobs } from './run.ts'
export { checkMediaPlatform } from './sites.ts'
