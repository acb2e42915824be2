/** What `next` makes of a value: at once where the value is here, without a promise and a turn of the event loop's microtasks. */
export const onceHere = <Value, Made>(
  value: Value | Promise<Value>,
  next: (value: Value) => Made | Promise<Made>,
): Made | Promise<Made> => (value instanceof Promise ? value.then(next) : next(value))
