export { documentsOfTitle, openShownDocument, readShownDocuments, toSiteDocument } from './shown.ts'
