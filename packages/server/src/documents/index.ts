export {
  documentRows,
  documentsOfTitle,
  openShownDocument,
  readShownDocuments,
  toSiteDocument,
} from './rows.ts'
