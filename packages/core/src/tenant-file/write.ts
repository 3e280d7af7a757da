import { Document } from 'yaml'
import type { TenantFile } from './schema.ts'

/** A tenant's file as YAML; `schema` is the address that editors find its schema at. */
export function writeTenantFile(
  file: TenantFile,
  { schema, notes }: { schema: string; notes: readonly string[] },
): string {
  const document = new Document(file, { version: '1.2' })
  document.commentBefore = [`yaml-language-server: $schema=${schema}`, ...notes]
    .map(line => ` ${line}`)
    .join('\n')
  return document.toString({ lineWidth: 100, nullStr: 'null' })
}
