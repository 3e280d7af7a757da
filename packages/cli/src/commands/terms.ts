import {
  checkTerms,
  checkTermsText,
  fitTerms,
  KinoraError,
  languageName,
  languageOfTerms,
  Role,
  TermsFile,
  type TermsVersion,
  tenants,
  terms,
  toTermsVersions,
} from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { explain, usage } from '../kernel/exit.ts'
import { printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { forEachId, outcomeFields } from '../kernel/outcomes.ts'
import { withSpinner } from '../kernel/progress.ts'
import { saveResponse } from '../kernel/save-response.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'

/** C-91: `--tenant` or the remembered one for staff, a tenant's own otherwise. */
async function tenantOf(session: Session): Promise<string> {
  if (session.options.tenant !== undefined) return session.options.tenant
  const { role, tenants } = await session.user()
  const [own] = role === Role.Tenant ? tenants : []
  if (own === undefined) throw usage(text('usage.missingFlag', { flag: '--tenant' }), text('tenants.how'))
  return own.tenantId
}

interface UploadFlags {
  title: string
  tenants?: string[]
  dryRun?: boolean
}

const list = (value: string, earlier: string[] = []): string[] => [...earlier, ...value.split(',')]

const addUpload: FillCommand = (command, session) => {
  command
    .argument('<file...>', '.html files named by language, such as terms.de-DE.html; else as de-DE=FILE')
    .requiredOption('--title <text>', 'name of the version, such as "Terms of use 2026"')
    .option('--tenants <id>', 'upload to each of these tenants what is in its languages (repeatable)', list)
    .option('--dry-run', 'with --tenants: say which languages each tenant lacks, and end')
    .hook('preAction', printing(session, ['version', ...outcomeFields('tenantId'), 'lacking']))
    .action((paths: string[], { title, tenants, dryRun }: UploadFlags) => {
      if (tenants !== undefined)
        return uploadToMany(session, {
          title,
          paths,
          tenantIds: [...new Set(tenants)],
          isDry: dryRun === true,
        })
      if (dryRun) throw usage('--dry-run is for --tenants')
      return upload(session, title, paths)
    })
  addExamples(command, [
    'terms.*.html --title "Terms of use 2026" --tenants pulsehouse,nordicmove --dry-run',
    'terms.*.html --title "Terms of use 2026" --tenant pulsehouse',
    'de-DE=agb.html en-GB=terms.html --title "Terms of use"',
  ])
}

/** TERMS-02, TERMS-03, TERMS-07 */
async function upload(session: Session, title: string, paths: readonly string[]): Promise<void> {
  const { print } = session
  const tenantId = await tenantOf(session)
  const send = await session.send()
  const options = { timeout: 0 }
  const [found] = (await send(tenants.config, { tenantId }, options)).data
  const files = await openTerms(session, { title, paths, languageCodes: found!.tenant.languageCodes })
  const count = Object.keys(files).length
  const { version } = await withSpinner(
    session,
    say({ one: 'Uploading {{count}} file', other: 'Uploading {{count}} files' }, { count }),
    () => send(terms.upload, { tenantId, title, files }, options),
  )
  print.record({ version }, [['version', version]])
  print.done(
    say(
      {
        one: 'Version {{version}} of the terms uploaded, in {{count}} language',
        other: 'Version {{version}} of the terms uploaded, in {{count}} languages',
      },
      { version, count },
    ),
  )
}

/** 28.3: each tenant on its own: one that lacks a language is told so, and the others get theirs. */
async function uploadToMany(
  session: Session,
  {
    title,
    paths,
    tenantIds,
    isDry,
  }: { title: string; paths: readonly string[]; tenantIds: string[]; isDry: boolean },
): Promise<void> {
  const send = await session.send()
  const options = { timeout: 0 }
  const given = await Promise.all(paths.map(path => openNamed(session, path)))
  const fitOf = async (tenantId: string) => {
    const [found] = (await send(tenants.config, { tenantId }, options)).data
    const { languageCodes } = found!.tenant
    const fit = fitTerms(given, languageCodes, ({ written }) => written && toTag(written, languageCodes))
    return { ...fit, languageCodes }
  }
  if (isDry) {
    const rows = []
    for (const tenantId of tenantIds) rows.push({ tenantId, lacking: (await fitOf(tenantId)).lacking })
    return session.print.table(rows, [
      { header: 'TENANT', value: row => row.tenantId, look: 'accent' },
      { header: 'LACKING', value: row => row.lacking.map(languageName).join(', ') || 'none', flexible: true },
    ])
  }
  await forEachId(session, 'tenantId', {
    ids: tenantIds,
    async act(tenantId) {
      const { files, languageCodes } = await fitOf(tenantId)
      const read = await readTerms({ title, files, languageCodes })
      const { version } = await send(terms.upload, { tenantId, title, files: read }, options)
      return say(
        { one: 'Version {{version}}, {{count}} language', other: 'Version {{version}}, {{count}} languages' },
        { version, count: Object.keys(read).length },
      )
    },
  })
}

const addVersions: FillCommand = (command, session) => {
  command.hook('preAction', printing(session, Object.keys(TermsFile.shape))).action(async () => {
    const rows = await listTerms(session, await tenantOf(session))
    if (session.print.json) return session.print.table(rows, [])
    session.print.table(toTermsVersions(rows), [
      { header: 'VERSION', value: row => row.version, look: 'accent' },
      { header: 'TITLE', value: row => row.title, flexible: true },
      { header: 'ADDED', value: row => row.createdDate },
      { header: 'LANGUAGES', value: row => row.files.length },
      { header: 'CHANGED', value: toChanges, flexible: true },
    ])
  })
  addExamples(command, ['', '--json version,languageCode,filename'])
}

const toChanges = ({ changed }: TermsVersion): string =>
  changed === undefined ? 'all' : changed.length === 0 ? 'none' : changed.join(', ')

async function listTerms(session: Session, tenantId: string): Promise<TermsFile[]> {
  const send = await session.send()
  return (await send(terms.versions, { tenantId })).data
}

interface DownloadFlags {
  number?: string
  output?: string
}

const addDownload: FillCommand = (command, session) => {
  command
    .argument('<language>', 'language such as de-DE')
    .option('--number <n>', 'version; defaults to the newest')
    .option('-o, --output <file>', text('api.output'))
    .action((language: string, flags: DownloadFlags) => download(session, language, flags))
  addExamples(command, ['de-DE', 'de-DE --number 3 -o terms.de-DE.html'])
}

/** TERMS-04 */
async function download(
  session: Session,
  language: string,
  { number, output }: DownloadFlags,
): Promise<void> {
  const tenantId = await tenantOf(session)
  const rows = await listTerms(session, tenantId)
  const version = number === undefined ? rows[0]?.version : Number(number)
  if (version === undefined)
    throw explain('notFound', {
      what: 'This tenant has no terms yet',
      how: 'Upload some: kinora terms upload',
    })
  const like = rows.find(row => row.languageCode.toLowerCase() === language.toLowerCase())
  const send = await session.send()
  const languageCode = like?.languageCode ?? language
  const answer = await send(terms.download, { tenantId, languageCode, versionnumber: version })
  await saveResponse(session, answer, output)
}

/** TERMS-01 to TERMS-07: `kinora terms`. */
export const termsVerbs: readonly LazyCommand[] = [
  verb(
    'upload',
    'upload a new version of the terms: one .html file for each language of the tenant',
    addUpload,
  ),
  verb('versions', 'list the versions of the terms, the newest first, with what changed', addVersions),
  verb('download', 'print the terms in a language, as HTML', addDownload),
]

/** TERMS-02: one checked file for each language, by the language that its name ends with or that is written before it. */
async function openTerms(
  session: Session,
  {
    title,
    paths,
    languageCodes,
  }: { title: string; paths: readonly string[]; languageCodes: readonly string[] },
): Promise<Record<string, File>> {
  const found = new Map<string, NamedBlob>()
  for (const given of paths) {
    const file = await openNamed(session, given)
    const { written } = file
    const tag =
      written === undefined ? languageOfTerms(file.name, languageCodes) : toTag(written, languageCodes)
    if (tag === undefined) throw unknown(file.name, languageCodes)
    const other = found.get(tag)
    if (other !== undefined) throw twice(tag, other.name, file.name)
    found.set(tag, file)
  }
  return readTerms({ title, files: Object.fromEntries(found), languageCodes })
}

/** A file that may stand behind its language, as de-DE=FILE. */
async function openNamed(session: Session, given: string) {
  const [, written, rest] = /^([a-z]{2}-[a-z]{2})=(.+)$/i.exec(given) ?? []
  const { name, blob, size } = await session.world.files.open(rest ?? given)
  return { name, blob, size, written }
}

interface NamedBlob {
  name: string
  size: number
  blob: Blob
}

/** Checked against the languages of a tenant, inside too. */
async function readTerms({
  title,
  files: found,
  languageCodes,
}: {
  title: string
  files: Readonly<Record<string, NamedBlob>>
  languageCodes: readonly string[]
}): Promise<Record<string, File>> {
  assertGood(checkTerms({ title, files: found }, languageCodes))
  const files = await Promise.all(
    Object.entries(found).map(async ([tag, file]) => {
      const bytes = new Uint8Array(await file.blob.arrayBuffer())
      return {
        tag,
        issues: checkTermsText(bytes, tag),
        file: new File([bytes], file.name, { type: 'text/html' }),
      }
    }),
  )
  assertGood(files.flatMap(({ issues }) => issues))
  return Object.fromEntries(files.map(({ tag, file }) => [tag, file]))
}

const toTag = (written: string, languageCodes: readonly string[]): string =>
  languageCodes.find(tag => tag.toLowerCase() === written.toLowerCase()) ?? written

function assertGood(issues: KinoraError['issues']): void {
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
}

const unknown = (file: string, languageCodes: readonly string[]) =>
  usage(
    safe`The language of ${file} is not known`,
    safe`Name it like terms.de-DE.html, or pass de-DE=${file}. Languages of the tenant: ${languageCodes.join(', ')}`,
  )

const twice = (tag: string, one: string, other: string) =>
  usage(
    safe`There are two files in ${languageName(tag)}: ${one} and ${other}`,
    'Pass one file for each language.',
  )
