interface Called {
  name: string
  displayName?: string | undefined
}

/** As people know a channel or provider, else as it is called. */
export const shownName = ({ name, displayName = '' }: Called): string =>
  displayName.trim() === '' ? name : displayName

export const isCalled = (row: Called, name: string): boolean =>
  [row.name, shownName(row)].some(each => each.trim() === name.trim())

/** The variable that a secret is to come from: `ACMEYOGA_SECRET_KEY`. */
export function variableOf(id: string, field: string): string {
  const ascii = id
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const start = /^[A-Z]/.test(ascii) ? ascii : `TENANT_${ascii}`
  const name = field.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
  return `${start.replace(/_+$/, '')}_${name}`
}
