<?php

declare(strict_types=1);

use Aliado\AliadoClient;
use Aliado\AliadoUnanswered;

/** A day of tills that sell by the PHP client: what each took for sold in the end, and how many calls gave it no answer. */

require __DIR__ . '/shared.php';

/** Sends the same again until it is settled, as a till does from what it has kept. */
function settled(callable $call, int $resentMax, int &$unanswered): array
{
    for ($resent = 0; ; $resent++) {
        try {
            return $call();
        } catch (AliadoUnanswered $error) {
            $unanswered++;
            if ($resent === $resentMax) {
                throw $error;
            }
        }
    }
}

function sellAllDay(int $till, AliadoClient $client, array $asked): array
{
    $day = ['sold' => [], 'unanswered' => 0];
    $settled = static function (callable $call) use ($asked, &$day): array {
        return settled($call, $asked['resentMax'], $day['unanswered']);
    };
    for ($n = 1; $n <= $asked['sales']; $n++) {
        // What a till keeps before it calls.
        $reference = "T-{$till}-{$n}";
        [$applyKey, $confirmKey] = [AliadoClient::newIdempotencyKey(), AliadoClient::newIdempotencyKey()];
        $amount = (10_000 + $n) / 100;
        $person = $asked['person'];
        $offers = $settled(fn () => $client->eligibility([...$person, 'purchaseAmount' => $amount]))['discounts'];
        $purchase = [
            ...$person,
            'merchantDiscountId' => $offers[0]['merchantDiscountId'],
            'purchaseAmount' => $amount,
            'reference' => $reference,
        ];
        $held = $settled(fn () => $client->apply($purchase, $applyKey));
        $paid = [
            'authorizationCode' => $held['authorizationCode'],
            'reference' => $reference,
            'consumptionDate' => date(DATE_ATOM),
        ];
        $day['sold'][] = $settled(fn () => $client->confirm($paid, $confirmKey));
    }
    return $day;
}

$asked = asked();
$shared = tokenFile();
$clientOf = static function (int $till) use ($asked, $shared): AliadoClient {
    mt_srand(100 + $till);
    $random = static fn (): float => mt_rand() / mt_getrandmax();
    $given = [...$asked['credential'], ...$asked['options'], 'tokenFile' => $shared, 'random' => $random];
    return new AliadoClient($asked['urls'][$till], ...$given);
};
$tasks = [];
foreach (array_keys($asked['urls']) as $till) {
    $tasks[] = static fn (): array => sellAllDay($till, $clientOf($till), $asked);
}
$days = together($tasks);

// The list comes whole through the same network.
$unanswered = array_sum(array_column($days, 'unanswered'));
$listed = settled(
    static fn (): array => iterator_to_array($clientOf(0)->consumptions(pageSize: 40), false),
    $asked['resentMax'],
    $unanswered,
);
answer(['sold' => array_merge(...array_column($days, 'sold')), 'unanswered' => $unanswered, 'listed' => $listed]);
