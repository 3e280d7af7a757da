export { documentsOfTitle, openShownDocument, readShownDocuments, toSiteDocument } from './rows.ts'
