export function measureSlowness(): number
export function patienceFor(slowness: number): number
