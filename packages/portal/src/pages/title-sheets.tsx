import { EditSheet, IntakeSheet } from '@kinora/react'

const listHref = '/media/contentTitles'

/** † Issue 28: new classes, described as in a spreadsheet. */
export const IntakePage = () => <IntakeSheet listHref={listHref} />

/** † The same for titles that exist. */
export const EditSheetPage = () => <EditSheet listHref={listHref} />
