interface Called {
  name: string
  displayName?: string | undefined
}

/** As people know a channel or provider, else as it is called. */
export const shownName = ({ name, displayName = '' }: Called): string =>
  displayName.trim() === '' ? name : displayName

export const isCalled = (row: Called, name: string): boolean =>
  [row.name, shownName(row)].some(each => each.trim() === name.trim())
