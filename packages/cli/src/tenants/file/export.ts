import { arrayBuffer } from 'node:stream/consumers'
import { KinoraError, Role } from '@kinora/core'
import { type ExportedFiles, exportTenant, tenantSections, writeTenantFile } from '@kinora/core/tenant-file'
import { addExamples } from '../../kernel/examples.ts'
import { printing } from '../../kernel/json-fields.ts'
import type { FillCommand } from '../../kernel/lazy.ts'
import { whenMissing } from '../../kernel/missing.ts'
import { saveResponse, toFileName } from '../../kernel/save-response.ts'
import type { Session } from '../../kernel/session.ts'
import { text } from '../../kernel/texts.ts'
import { missingTenant } from '../tenant.ts'
import { openPorts } from './ports.ts'

/** TENANT-33: a tenant as YAML; applied to it, it changes nothing. */
export const addExport: FillCommand = (command, session) => {
  command
    .argument('<id>', text('tenants.id'))
    .option(
      '-o, --output <file>',
      'write to this file, and pictures and terms into a folder of its name beside it; without it pictures keep their addresses and terms are left out',
    )
    .hook('preAction', printing(session, ['id', ...tenantSections]))
    .action(async (id: string, { output }: { output?: string }) => {
      const ports = await openPorts(session, output ?? '.')
      const isFile = output !== undefined && output !== '-'
      const beside = isFile ? await filesBeside(session, output) : undefined
      const file = await whenMissing(exportTenant(id, ports, beside), () => missingTenant(session, id))
      const left = leftOut(ports.role)
      if (left !== '') session.print.warn(text('tenantFile.export.left', { names: left }))
      if (session.print.json) return session.print.record(file, [])
      if (!isFile && ports.role !== Role.Tenant)
        session.print.note('Terms and pictures are files: write them with -o acme.yaml')
      const schema = `${await session.url()}/tenant.schema.json`
      const notes = [
        'Secrets are named here, never written: { env: NAME } or { prompt: true }.',
        ...(left === '' ? [] : [text('tenantFile.export.left', { names: left })]),
      ]
      await saveResponse(session, { body: writeTenantFile(file, { schema, notes }) }, output)
    })
  addExamples(command, ['acmeyoga > acme.yaml', 'acmeyoga -o acme.yaml'])
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
      return new Uint8Array(await arrayBuffer(answer.body!))
    },
    async save({ name, bytes }) {
      const path = `${folder}/${toFileName(name)}`
      await files.write(files.resolve(path, files.folderOf(output)), bytes)
      return path
    },
  }
}
