/** A fixed filter that is named and has no value, as while a host doesn’t know its id yet, would show everything: the part fails instead. */
export function assertFixed(filter: object): void {
  for (const [id, value] of Object.entries(filter))
    if (value === undefined || value === '')
      throw new Error(`The fixed filter “${id}” has no value: leave it out to ask for all`)
}
