import * as z from 'zod'
import { Role } from '../access.ts'
import { binary, callsFor, noun } from '../kernel/endpoint.ts'
import { Done, Id } from '../kernel/fields.ts'
import {
  mailTypes,
  ReportFilter,
  ReportPreview,
  ReportSubscription,
  reportContentTypes,
  reportFormats,
  reportTypes,
  tenantReportTypes,
} from './schema.ts'

/** F-2 `download the 4 reports` */
const managers = callsFor({ allow: [Role.Admin, Role.Support], scope: 'managed' })
/** Tenants have the mails about their own site (decision 0137). */
const mailed = callsFor({ allow: [Role.Admin, Role.Tenant, Role.Support], scope: 'managed' })
const format = z.enum(reportFormats).default('xlsx')
const { xlsx, csv, json } = reportContentTypes
const files = binary(xlsx, csv, json)

export const reports = noun('reports', {
  tenant: managers.get('/api/v1/tenant/tenantdownloadreport', {
    summary: 'Tenant upload, content usage or billable users as a spreadsheet (API-152); † or as CSV or JSON',
    input: ReportFilter.extend({ type: z.enum(tenantReportTypes), format }),
    output: files,
  }),
  tracking: managers.get('/api/v1/ondemand/trackingreport', {
    summary: 'Content provider usage as a spreadsheet (API-54); † or as CSV or JSON',
    input: ReportFilter.extend({
      type: z.literal('contentProviderUsage').default('contentProviderUsage'),
      format,
    }),
    output: files,
  }),
  preview: managers.get('/api/v1/tenant/reportpreview', {
    summary: '† The first rows of a report and its plot',
    input: ReportFilter.extend({ type: z.enum(reportTypes) }),
    output: ReportPreview,
  }),
  subscriptions: mailed.get('/api/v1/reportsubscription', {
    summary: '† The reports that the caller is mailed every month or every week',
    output: z.object({ data: z.array(ReportSubscription) }),
  }),
  subscribe: mailed.post('/api/v1/reportsubscription', {
    summary:
      '† Mails the caller this report at the beginning of every month, about the month before, or every Monday what comes to a site',
    input: z.object({ type: z.enum(mailTypes), tenantId: Id.optional() }),
    output: ReportSubscription,
    status: 201,
  }),
  unsubscribe: mailed.del('/api/v1/reportsubscription/{subscriptionId}', {
    summary: '† Stops mailing the caller this report',
    input: z.object({ subscriptionId: Id }),
    output: Done,
  }),
})
