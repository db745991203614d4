import { useMutation } from '@tanstack/preact-query';
import { useRef } from 'preact/hooks';

/**
 * A mutation that sends what the page holds at the moment of the submission. `useMutation` itself takes a new function only
 * after the browser has painted: a form that is filled in and submitted at once, as password managers do, would send what
 * it held before.
 */
export function useSubmission<Input, Output>(
  send: (input: Input) => Promise<Output>,
  onSuccess?: (output: Output, input: Input) => unknown,
) {
  const latest = useRef({ send, onSuccess });
  latest.current = { send, onSuccess };
  return useMutation<Output, Error, Input>({
    mutationFn: (input) => latest.current.send(input),
    onSuccess: (output, input) => void latest.current.onSuccess?.(output, input),
  });
}
