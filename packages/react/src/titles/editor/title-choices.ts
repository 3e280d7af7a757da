import type { Option } from '../../ui/picker/option.tsx'
import { useDraftValue, useEditor } from './title-editor-context.tsx'

/** Whom the title belongs to, as far as it decides what can be chosen. */
export interface Owner {
  tenantId: string | null
  providerId: string | null
}

/** An administrator sees everybody's entries; a title takes only those of its owner and of the platform. */
export function useOwner(): Owner | undefined {
  const { isAdmin, metadata } = useEditor()
  const providerId = useDraftValue('providerID')
  if (!isAdmin || metadata === undefined) return undefined
  const provider = metadata.providers.find(found => found.id === providerId)
  return { tenantId: provider?.tenantId ?? null, providerId }
}

interface Entry {
  id: string
  displayName: string
  tenantId: string | null
}

/** The entries that can be chosen; what is chosen already stays in sight. */
export function offered(
  entries: readonly Entry[],
  owner: Owner | undefined,
  kept: readonly string[],
): Option[] {
  return entries
    .filter(
      entry =>
        owner === undefined ||
        entry.tenantId === null ||
        entry.tenantId === owner.tenantId ||
        kept.includes(entry.id),
    )
    .map(entry => ({ value: entry.id, label: entry.displayName }))
}
