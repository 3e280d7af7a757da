import { isKinoraError, KinoraError, Role } from '@kinora/core'
import { type ExportedFiles, exportTenant, tenantSections, writeTenantFile } from '@kinora/core/tenant-file'
import { printing } from '../../kernel/json-fields.ts'
import type { FillCommand } from '../../kernel/lazy.ts'
import { saveAnswer, toFileName } from '../../kernel/save-answer.ts'
import type { Session } from '../../kernel/session.ts'
import { missingTenant } from '../missing.ts'
import { openPorts } from './ports.ts'
import { fileText } from './texts.ts'

/** TENANT-33: a tenant as YAML; applied to it, it changes nothing. */
export const addExport: FillCommand = (command, session) => {
  command
    .argument('<id>', fileText('help.id'))
    .option('-o, --output <file>', fileText('help.output'))
    .hook('preAction', printing(session, ['id', ...tenantSections]))
    .action(async (id: string, { output }: { output?: string }) => {
      const ports = await openPorts(session, output ?? '.')
      const isFile = output !== undefined && output !== '-'
      const file = await exportTenant(
        id,
        ports,
        isFile ? await filesBeside(session, output) : undefined,
      ).catch((error: unknown) => {
        throw isKinoraError(error) && error.code === 'notFound' ? missingTenant(session, id) : error
      })
      const left = leftOut(ports.role)
      if (left !== '') session.print.warn(fileText('export.left', { names: left }))
      if (session.print.json) return session.print.record(file, [])
      if (!isFile && ports.role !== Role.Tenant) session.print.note(fileText('export.terms'))
      const schema = `${await session.url()}/tenant.schema.json`
      const notes = [
        fileText('export.notes'),
        ...(left === '' ? [] : [fileText('export.left', { names: left })]),
      ]
      await saveAnswer(session, { body: writeTenantFile(file, { schema, notes }) }, output)
    })
}

/** F-2: an administrator has no tenant of its own to read content of. */
const leftOut = (role: Role): string =>
  role === Role.Admin ? 'site, links, categories, labels, focusAreas, equipment' : ''

/** Pictures and terms lie in a folder beside the file, named as it is. */
async function filesBeside(session: Session, output: string): Promise<ExportedFiles> {
  const { files, network, interrupted } = session.world
  const { fetch } = await network()
  const url = await session.url()
  const folder = (output.split('/').at(-1) ?? output).replace(/\.ya?ml$/i, '')
  return {
    async read(address) {
      const answer = await fetch(`${url}${address}`, { signal: interrupted })
      if (!answer.ok) throw new KinoraError('notFound')
      return new Uint8Array(await new Response(answer.body).arrayBuffer())
    },
    async save({ name, bytes }) {
      const path = `${folder}/${toFileName(name)}`
      await files.write(files.resolve(path, files.folderOf(output)), bytes)
      return path
    },
  }
}
